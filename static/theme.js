// Three-way theme: the kept choice is set before anything is drawn, and kept again when it changes.
// Without this script pages follow the system.
(() => {
  const KEY = 'pairperf-theme';
  const set = (theme) => {
    const root = document.documentElement;
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    else delete root.dataset.theme;
  };
  try { set(localStorage.getItem(KEY)); } catch { /* storage is off: the choice lasts as long as the page */ }
  document.addEventListener('change', ({ target }) => {
    if (!target.matches('#theme')) return;
    set(target.value);
    try { localStorage.setItem(KEY, target.value); } catch { /* see above */ }
  });
})();
