import type { Page } from '@playwright/test';

interface AxNode {
  readonly nodeId: string;
  readonly ignored: boolean;
  readonly role?: { readonly value: string };
  readonly name?: { readonly value: string };
  readonly childIds?: readonly string[];
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[];
}

/** What only groups others, or is part of a text that was read already. */
const silent = new Set(['generic', 'none', 'InlineTextBox', 'paragraph', 'LineBreak', 'ListMarker', 'RootWebArea']);
const states = ['checked', 'pressed', 'expanded', 'selected', 'disabled'] as const;

/** One line a node of Chromium's accessibility tree, as a screen reader walks it: `button "Raise hand"`. */
export async function accessibilityTree(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as unknown as { nodes: readonly AxNode[] };
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const lines: string[] = [];
  const walk = (node: AxNode | undefined, depth: number, above: string): void => {
    if (!node) return;
    const role = node.role?.value ?? '';
    const name = node.name?.value ?? '';
    // A name that is made of its contents is read once.
    const isRead =
      !node.ignored && !silent.has(role) && !(role === 'StaticText' && (name.trim() === '' || name === above));
    if (isRead) {
      const marks = states.filter((state) =>
        node.properties?.some((one) => one.name === state && one.value.value !== false && one.value.value !== 'false'),
      );
      lines.push(
        `${'  '.repeat(depth)}${role}${name && ` "${name}"`}${marks.length > 0 ? ` (${marks.join(', ')})` : ''}`,
      );
    }
    for (const id of node.childIds ?? []) walk(byId.get(id), isRead ? depth + 1 : depth, isRead ? name : above);
  };
  walk(nodes[0], 0, '');
  return lines;
}

/** Notes what live regions say from the next page on, in order, as screen readers announce additions. */
export async function listenToLiveRegions(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    const live = '[role="status"], [role="alert"], [role="log"], [aria-live="polite"], [aria-live="assertive"]';
    const textOf = (node: Node): string => (node.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
    new MutationObserver((changes) => {
      for (const { target, addedNodes, type } of changes) {
        const place = target instanceof Element ? target : target.parentElement;
        if (!place?.closest(live) || place.closest('[aria-hidden="true"]')) continue;
        for (const node of type === 'characterData' ? [target] : addedNodes) {
          if (node instanceof Element && node.matches('[aria-hidden="true"]')) continue;
          const text = textOf(node);
          if (text !== '') said.push(text);
        }
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said.splice(0));
}
