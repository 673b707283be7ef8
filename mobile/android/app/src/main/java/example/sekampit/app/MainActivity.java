package example.sekampit.app;

import android.os.Bundle;
import androidx.core.splashscreen.SplashScreen;
import com.getcapacitor.BridgeActivity;

public class MainActivity extends BridgeActivity {

    /** Whether the app is on the screen, so that its page shows arriving notifications. */
    static volatile boolean isVisible = false;

    @Override
    public void onCreate(Bundle savedInstanceState) {
        SplashScreen.installSplashScreen(this);
        registerPlugin(InstallReferrerPlugin.class);
        super.onCreate(savedInstanceState);
        // Without a web view, Capacitor shows an error page of its own.
        if (bridge != null) bridge.getWebView().setWebChromeClient(new PositionClient(bridge));
    }

    @Override
    public void onStart() {
        super.onStart();
        isVisible = true;
    }

    @Override
    public void onStop() {
        isVisible = false;
        super.onStop();
    }
}
