package example.sekampit.app;

import com.android.installreferrer.api.InstallReferrerClient;
import com.android.installreferrer.api.InstallReferrerClient.InstallReferrerResponse;
import com.android.installreferrer.api.InstallReferrerStateListener;
import com.getcapacitor.JSObject;
import com.getcapacitor.Logger;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;
import org.json.JSONObject;

/**
 * `InstallReferrer.read()` resolves `{ referrer: string | null }`: the referrer of the link to the listing from which
 * the app was installed (docs/partners.md 4). Null if Google Play has none or fails.
 */
@CapacitorPlugin(name = "InstallReferrer")
public class InstallReferrerPlugin extends Plugin {

    @PluginMethod
    public void read(PluginCall call) {
        try {
            InstallReferrerClient client = InstallReferrerClient.newBuilder(getContext()).build();
            client.startConnection(new Reading(client, call));
        } catch (RuntimeException failure) {
            Logger.error("The install referrer cannot be read", failure);
            resolve(call, null);
        }
    }

    private static void resolve(PluginCall call, String referrer) {
        JSObject result = new JSObject();
        // A Java null would omit the key.
        result.put("referrer", referrer == null ? JSONObject.NULL : (Object) referrer);
        call.resolve(result);
    }

    /** One connection to Google Play. It may report its end after its result, but the call is resolved once. */
    private static final class Reading implements InstallReferrerStateListener {

        private final InstallReferrerClient client;
        private final PluginCall call;
        private boolean isResolved = false;

        Reading(InstallReferrerClient client, PluginCall call) {
            this.client = client;
            this.call = call;
        }

        @Override
        public void onInstallReferrerSetupFinished(int responseCode) {
            finish(responseCode == InstallReferrerResponse.OK ? readReferrer() : null);
        }

        @Override
        public void onInstallReferrerServiceDisconnected() {
            finish(null);
        }

        private String readReferrer() {
            try {
                return client.getInstallReferrer().getInstallReferrer();
            } catch (Exception failure) {
                Logger.error("The install referrer cannot be read", failure);
                return null;
            }
        }

        private synchronized void finish(String referrer) {
            if (isResolved) return;
            isResolved = true;
            resolve(call, referrer);
            try {
                client.endConnection();
            } catch (RuntimeException failure) {
                Logger.error("The connection to Google Play cannot be closed", failure);
            }
        }
    }
}
