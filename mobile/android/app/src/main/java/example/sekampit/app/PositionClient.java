package example.sekampit.app;

import android.Manifest;
import android.content.pm.PackageManager;
import android.webkit.GeolocationPermissions;
import androidx.activity.result.ActivityResultLauncher;
import androidx.activity.result.contract.ActivityResultContracts;
import androidx.core.content.ContextCompat;
import com.getcapacitor.Bridge;
import com.getcapacitor.BridgeWebChromeClient;

/**
 * Gives the page the approximate position, with which it finds an outlet nearby. Capacitor's client also requests the
 * exact position, which the app does not declare; before Android 12 it treats the refusal of one as the refusal of
 * both.
 */
class PositionClient extends BridgeWebChromeClient {

    private static final String PERMISSION = Manifest.permission.ACCESS_COARSE_LOCATION;

    private final Bridge bridge;
    private final ActivityResultLauncher<String> request;
    /** The page's request while the system's dialog is open. */
    private String origin;
    private GeolocationPermissions.Callback page;

    PositionClient(Bridge bridge) {
        super(bridge);
        this.bridge = bridge;
        request = bridge.registerForActivityResult(new ActivityResultContracts.RequestPermission(), this::answer);
    }

    @Override
    public void onGeolocationPermissionsShowPrompt(String origin, GeolocationPermissions.Callback callback) {
        this.origin = origin;
        page = callback;
        if (ContextCompat.checkSelfPermission(bridge.getContext(), PERMISSION) == PackageManager.PERMISSION_GRANTED) {
            answer(true);
        } else {
            request.launch(PERMISSION);
        }
    }

    /**
     * Responds to the page's request. A refusal applies to this request alone, so that the shopper may press the button
     * again.
     */
    private void answer(boolean isGranted) {
        if (page == null) return;
        page.invoke(origin, isGranted, false);
        page = null;
    }
}
