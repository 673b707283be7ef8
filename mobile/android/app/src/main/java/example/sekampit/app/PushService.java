package example.sekampit.app;

import android.annotation.SuppressLint;
import android.app.PendingIntent;
import android.content.Intent;
import androidx.annotation.NonNull;
import androidx.core.app.NotificationChannelCompat;
import androidx.core.app.NotificationCompat;
import androidx.core.app.NotificationManagerCompat;
import androidx.core.content.ContextCompat;
import com.google.firebase.messaging.RemoteMessage;
import io.capawesome.capacitorjs.plugins.firebase.messaging.MessagingService;
import java.util.Map;

/**
 * Shows messages that consist of data alone (docs/partners.md 3) while the app's page does not: in the background, and
 * after the app was closed. A tap reaches the page as `notificationActionPerformed`, like a tap on one of Firebase's
 * own notifications.
 */
public class PushService extends MessagingService {

    /** The extra by which the messaging plugin recognizes the intent of a tap. */
    private static final String MESSAGE_ID = "google.message_id";

    @Override
    public void onMessageReceived(@NonNull RemoteMessage message) {
        String title = message.getData().get("title");
        if (MainActivity.isVisible || message.getNotification() != null || title == null) {
            super.onMessageReceived(message);
        } else {
            show(message, title);
        }
    }

    // Without the permission, `areNotificationsEnabled` is false.
    @SuppressLint("MissingPermission")
    private void show(RemoteMessage message, String title) {
        NotificationManagerCompat notifications = NotificationManagerCompat.from(this);
        if (!notifications.areNotificationsEnabled()) return;
        Map<String, String> data = message.getData();
        String tag = data.getOrDefault("tag", message.getMessageId());
        String body = data.get("body");
        NotificationCompat.Builder notification = new NotificationCompat.Builder(this, ensureChannel(data.get("channel_id")))
            .setSmallIcon(R.drawable.ic_notification)
            .setColor(ContextCompat.getColor(this, R.color.leaf))
            .setContentTitle(title)
            .setContentText(body)
            .setStyle(new NotificationCompat.BigTextStyle().bigText(body))
            .setContentIntent(tapIntent(message, tag))
            .setAutoCancel(true);
        Integer badge = readNumber(data.get("badge"));
        if (badge != null) notification.setNumber(badge);
        notifications.notify(tag, 0, notification.build());
    }

    private PendingIntent tapIntent(RemoteMessage message, String tag) {
        Intent intent = new Intent(this, MainActivity.class).addFlags(
            Intent.FLAG_ACTIVITY_NEW_TASK | Intent.FLAG_ACTIVITY_SINGLE_TOP
        );
        message.getData().forEach(intent::putExtra);
        intent.putExtra(MESSAGE_ID, message.getMessageId());
        int flags = PendingIntent.FLAG_UPDATE_CURRENT | PendingIntent.FLAG_IMMUTABLE;
        return PendingIntent.getActivity(this, tag == null ? 0 : tag.hashCode(), intent, flags);
    }

    /**
     * Returns the notification channel; Android shows nothing without one. The page gives channels their names when it
     * registers.
     */
    private String ensureChannel(String requested) {
        String id = requested == null ? getString(R.string.notification_channel) : requested;
        NotificationManagerCompat notifications = NotificationManagerCompat.from(this);
        if (notifications.getNotificationChannelCompat(id) == null) {
            notifications.createNotificationChannel(
                new NotificationChannelCompat.Builder(id, NotificationManagerCompat.IMPORTANCE_DEFAULT)
                    .setName(getString(R.string.app_name))
                    .build()
            );
        }
        return id;
    }

    private static Integer readNumber(String text) {
        try {
            return text == null ? null : Integer.valueOf(text);
        } catch (NumberFormatException failure) {
            return null;
        }
    }
}
