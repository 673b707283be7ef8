#!/bin/sh
# Runs a command of the shop with the settings of systemd (docs/running.md):
#   runuser -u shop -- /opt/shop/deploy/run.sh doctor
set -ae
. "${SHOP_SETTINGS:-/etc/shop/settings}"
npm_config_logs_max=0 npm_config_update_notifier=false
cd "$(dirname "$0")/.."
exec npm run --silent "$@"
