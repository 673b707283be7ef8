// A chosen theme wins over the system's, before the first paint: outside the bundle and tiny, since a page waits for it.
(() => {
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is forbidden.
  }
})();
