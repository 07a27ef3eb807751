import type { Page } from '@playwright/test';

/** What does not fit where scrollbars take room, and scrollbars in the colors of the other scheme. */
export async function scrollbarProblems(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    const problems: string[] = [];
    const sideways = root.scrollWidth - root.clientWidth;
    if (sideways > 0) problems.push(`the page scrolls sideways by ${sideways} px`);
    const shown = [...document.querySelectorAll<HTMLElement>('body *')].filter((box) => box.checkVisibility());
    for (const box of shown) {
      const style = getComputedStyle(box);
      const isScroller = style.overflowY === 'auto' || style.overflowY === 'scroll';
      // Only what is meant to scroll sideways may: rails and rows of chips, which hide their bar.
      const isMeant = style.overflowX !== 'visible' && style.scrollbarWidth === 'none';
      const bar = box.offsetWidth - box.clientWidth;
      if (isScroller && bar > 0 && !isMeant && box.scrollWidth > box.clientWidth)
        problems.push(`${box.className || box.tagName} scrolls sideways by ${box.scrollWidth - box.clientWidth} px`);
    }
    const dark = root.dataset['mantineColorScheme'] === 'dark';
    const scheme = getComputedStyle(root).colorScheme;
    if (scheme !== (dark ? 'dark' : 'light'))
      problems.push(`scrollbars are ${scheme} on a ${dark ? 'dark' : 'light'} page`);
    return problems;
  });
}

/** Fields that look alike with the keyboard on them and without, where the system sets all colors. */
export async function unmarkedFocus(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' });
  const problems = await page.evaluate(() => {
    // What is drawn around a field is its own edge, or that of a box around it.
    const lookOf = (field: Element): string =>
      [field, field.parentElement!, field.parentElement!.parentElement!]
        .map((box) => {
          // Not the color of an edge: one dark color is not told from another.
          const { borderTopWidth, outlineStyle, outlineWidth } = getComputedStyle(box);
          return `${borderTopWidth} ${outlineStyle === 'none' ? '' : outlineWidth}`;
        })
        .join('|');
    const found: string[] = [];
    for (const field of document.querySelectorAll<HTMLInputElement>('input, select, textarea')) {
      const isDrawn = field.checkVisibility({ opacityProperty: true }) && field.offsetWidth > 8;
      if (!isDrawn || field.disabled || field.type === 'hidden') continue;
      field.blur();
      const resting = lookOf(field);
      field.focus({ preventScroll: true });
      if (document.activeElement === field && lookOf(field) === resting)
        found.push(`no focus to be seen: ${field.labels?.[0]?.textContent || field.ariaLabel || field.name}`);
    }
    (document.activeElement as HTMLElement | null)?.blur();
    return found;
  });
  await page.emulateMedia({ forcedColors: 'none' });
  return problems;
}

/** What marks a control as chosen, and is drawn alike whether it is chosen or not, where the system sets all colors. */
export async function unmarkedChoices(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' });
  const problems = await page.evaluate(() => {
    const drawn = (box: Element, pseudo?: string): string => {
      const style = getComputedStyle(box, pseudo);
      const edges = ['top', 'right', 'bottom', 'left'].map((side) => {
        const [width, kind] = [`border-${side}-width`, `border-${side}-style`].map((name) =>
          style.getPropertyValue(name),
        );
        return width === '0px' || kind === 'none'
          ? ''
          : `${width} ${kind} ${style.getPropertyValue(`border-${side}-color`)}`;
      });
      const outline = style.outlineStyle === 'none' ? '' : style.outline;
      const content = pseudo ? style.content : '';
      return [
        style.backgroundColor,
        style.color,
        style.fill,
        style.transform,
        style.textDecorationLine,
        style.opacity,
        style.display,
        style.left,
        outline,
        content,
        ...edges,
      ].join();
    };
    const lookOf = (box: Element): string =>
      [box, ...box.querySelectorAll('*')]
        .map((one) => drawn(one) + drawn(one, '::before') + drawn(one, '::after'))
        .join('|');
    const found: string[] = [];
    const tell = (box: Element): void =>
      void found.push(
        `chosen, and drawn as if not: ${(box.getAttribute('aria-label') ?? box.textContent ?? '').trim().slice(0, 40) || box.className}`,
      );
    const states = {
      'aria-current': 'false',
      'aria-pressed': 'false',
      'aria-selected': 'false',
      'aria-checked': 'false',
    };
    for (const [state, off] of Object.entries(states))
      for (const box of document.querySelectorAll(`[${state}]:not([${state}='false'])`)) {
        if (!box.checkVisibility({ opacityProperty: true })) continue;
        const on = box.getAttribute(state)!;
        const chosen = lookOf(box);
        box.setAttribute(state, off);
        if (lookOf(box) === chosen) tell(box);
        box.setAttribute(state, on);
      }
    for (const input of document.querySelectorAll<HTMLInputElement>(
      ':is(input[type=checkbox], input[type=radio]):checked',
    )) {
      const whole = input.closest('label') ?? input.parentElement!;
      if (!whole.checkVisibility()) continue;
      const native = getComputedStyle(input);
      if (native.appearance !== 'none' && native.opacity !== '0' && input.offsetWidth > 8) continue;
      const chosen = lookOf(whole);
      input.checked = false;
      if (lookOf(whole) === chosen) tell(whole);
      input.checked = true;
    }
    return found;
  });
  await page.emulateMedia({ forcedColors: 'none' });
  return problems;
}
