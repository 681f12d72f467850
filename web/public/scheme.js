// Sets the colours before anything is drawn, so that a dark page does not flash white. It is a file of its own because the
// content security policy allows no script inside a page.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('earnest.scheme');
  } catch {
    // Storage is shut: the system decides.
  }
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
