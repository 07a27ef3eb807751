/**
 * `/embed.js` has two readers. In the page of a website it gives each of our frames the height that the frame says,
 * believing only messages from our origin that came out of that very frame. In the frame it says the height, and reads
 * the page again twice a minute while it is looked at, so that the seats left stay true. The height goes to any parent:
 * it is no secret, and which website it is the frame can't know.
 */
export const embedScript = `(() => {
  const own = new URL(document.currentScript.src).origin;
  const heightMax = 2000;
  if (document.documentElement.hasAttribute('data-frontrow-embed')) {
    const tell = () => {
      const height = Math.ceil(document.body.getBoundingClientRect().height);
      parent.postMessage({ type: 'frontrow:height', height }, '*');
    };
    const refresh = async () => {
      if (document.hidden) return;
      // A website's sandbox may take our origin away, and nothing can be read from here: the page is loaded again.
      if (self.origin === 'null') return location.reload();
      const answer = await fetch(location.href, { headers: { accept: 'text/html' } });
      if (!answer.ok) return;
      const next = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('live');
      const shown = document.getElementById('live');
      if (next && shown && next.innerHTML !== shown.innerHTML) shown.replaceWith(next);
    };
    new ResizeObserver(tell).observe(document.body);
    addEventListener('message', ({ source, data }) => {
      if (source === parent && data && data.type === 'frontrow:ask') tell();
    });
    setInterval(() => void refresh().catch(() => undefined), 30000);
    return;
  }
  if (window.frontrowEmbeds) return;
  window.frontrowEmbeds = true;
  const frames = () => [...document.querySelectorAll('iframe')].filter((frame) => frame.src.startsWith(own + '/embed/'));
  addEventListener('message', ({ origin, source, data }) => {
    if (origin !== own || !data || data.type !== 'frontrow:height') return;
    const height = data.height;
    if (!Number.isInteger(height) || height < 1 || height > heightMax) return;
    for (const frame of frames()) if (frame.contentWindow === source) frame.style.height = height + 'px';
  });
  for (const frame of frames()) frame.contentWindow.postMessage({ type: 'frontrow:ask' }, own);
})();
`;
