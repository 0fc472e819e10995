// Logs in with the token of a login link. It stands in the fragment, which browsers do not send by
// themselves, so it is in no log; it leaves the address bar before anything else happens.
(() => {
  const failed = (shown) => { const message = document.getElementById('login-error'); if (message) message.hidden = !shown; };
  const logIn = () => {
    const fragment = location.hash.slice(1);
    if (!fragment) return;
    // Someone who came by a join link has a join code there instead: it goes on to the page behind the login.
    if (/^[0-9a-z]{4}-[0-9a-z]{4}$/i.test(fragment)) {
      for (const form of document.forms) form.action += `#${fragment}`;
      return;
    }
    history.replaceState(null, '', location.pathname + location.search);
    const next = new URLSearchParams(location.search).get('next') ?? '/';
    // Only a path of this very server: `//host` and `/\host` would lead away from it.
    const target = /^\/(?![/\\])/.test(next) ? next : '/';
    let token = fragment;
    try { token = decodeURIComponent(fragment); } catch { /* it holds a bare percent sign: taken as it is */ }
    failed(false);
    const signal = AbortSignal.timeout(15_000);
    fetch('/login', { method: 'POST', credentials: 'same-origin', signal, body: new URLSearchParams({ token }) })
      .then((answer) => { if (answer.ok) location.replace(target); else failed(true); }, () => failed(true));
  };
  logIn();
  // A login link that is pasted while this page is open changes nothing but the fragment.
  addEventListener('hashchange', logIn);
})();
