const loopback = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/;

/**
 * Where this browser finds the engine. Our own engine is known by this machine's loopback address; a page opened from
 * another machine of the network needs the name it was opened with.
 */
export function engineAddress(url: string, pageHost: string | undefined): string {
  if (url === '' || pageHost === undefined || !URL.canParse(`http://${pageHost}`)) return url;
  const address = new URL(url);
  const page = new URL(`http://${pageHost}`);
  if (!loopback.test(address.hostname) || loopback.test(page.hostname)) return url;
  address.hostname = page.hostname;
  return address.href.replace(/\/$/, '');
}
