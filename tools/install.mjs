/** `node tools/install.mjs`: installs the packages and builds the site, for a shop that systemd starts. */
import { buildSite, installPackages } from './ready.mjs';

installPackages();
buildSite();
