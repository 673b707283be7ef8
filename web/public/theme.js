// Runs before the first paint: a shopper's chosen theme wins over the system's (the style sheet follows the system by
// itself). Kept outside the bundle and tiny, because a page waits for it.
(() => {
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme;
  } catch {
    // A browser that forbids storage simply follows the system.
  }
})();
