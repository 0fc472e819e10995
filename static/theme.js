// What a reader chose under "Display". The theme is kept by the browser and set before anything is drawn; the
// language is kept in a cookie, because the server speaks it. Without this script pages follow the system, and the
// language the browser asks for.
(() => {
  const THEME = 'pairperf-theme';
  const YEAR = 31_536_000;
  const root = document.documentElement;
  // Only then is there something to wait for.
  root.dataset.script = '';
  // Storage may be off: the choice then lasts as long as the page.
  const kept = () => { try { return localStorage.getItem(THEME) ?? ''; } catch { return ''; } };
  const keep = (theme) => { try { localStorage.setItem(THEME, theme); } catch { /* see above */ } };
  const show = (theme) => {
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    else delete root.dataset.theme;
    // Those who draw by themselves have to draw anew.
    dispatchEvent(new Event('pairperf-theme'));
  };
  show(kept());
  addEventListener('DOMContentLoaded', () => {
    const select = document.getElementById('theme');
    if (select) select.value = root.dataset.theme ?? '';
  });
  // Another window of the same node changed it.
  addEventListener('storage', ({ key }) => { if (key === THEME) show(kept()); });
  document.addEventListener('change', ({ target }) => {
    if (target.id === 'theme') {
      show(target.value);
      keep(target.value);
    } else if (target.id === 'lang') {
      document.cookie = `lang=${target.value}; path=/; max-age=${YEAR}; samesite=lax`;
      location.reload();
    }
  });
})();
