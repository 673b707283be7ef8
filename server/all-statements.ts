/** Imported for its effect: declares the statements of all programs of the shop, for `listDeclaredStatements`. */
import './app.ts';
import './backup/check-shop.ts';
import './doctor/doctor.ts';
import './import/export/export-catalogue.ts';
import './import/products/import-catalogue.ts';
import './import/stock-and-prices/update-prices.ts';
import './import/stock-and-prices/update-stock.ts';
import './import/undo/undo-import.ts';
import './metrics/shop-state.ts';
import './notifications/preview/previewed-mails.ts';
import './shop-folder/apply-folder.ts';
import './shop-folder/prepare-shop.ts';
