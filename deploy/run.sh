#!/bin/sh
# Runs a command of the shop with the settings of systemd (docs/running.md):
#   runuser -u shop -- /opt/shop/deploy/run.sh doctor
set -ae
. "${SHOP_SETTINGS:-/etc/shop/settings}"
cd "$(dirname "$0")/.."
# Each of the two versions has its ports in a file of its own, such as /etc/shop/blue.
folder=$(basename "$(pwd -P)")
case "${SHOP_SETTINGS:-}$folder" in
shop-blue | shop-green) . "/etc/shop/${folder#shop-}" ;;
esac
npm_config_logs_max=0 npm_config_update_notifier=false
exec npm run --silent "$@"
