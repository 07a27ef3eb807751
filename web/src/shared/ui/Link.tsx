import type { ComponentProps, MouseEvent } from 'react';
import { useHref, useLinkClickHandler, useLocation } from 'react-router';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: string;
  /** Takes the place of this page in the history. */
  replace?: boolean;
  state?: unknown;
}

/**
 * A link to another of our pages. The router's own brings the code that fetches pages ahead into every first screen,
 * and nothing here uses that.
 */
export function Link({ to, replace, state, onClick, target, children, ...rest }: LinkProps) {
  const href = useHref(to);
  const go = useLinkClickHandler(to, {
    state,
    ...(replace !== undefined && { replace }),
    ...(target !== undefined && { target }),
  });
  const follow = (press: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(press);
    if (!press.defaultPrevented) go(press);
  };
  return (
    <a {...rest} href={href} target={target} onClick={follow}>
      {children}
    </a>
  );
}

interface NavLinkProps extends LinkProps {
  end?: boolean;
  /** Pages elsewhere that belong to it. */
  covers?: readonly string[] | undefined;
}

/**
 * One of a menu: says whether its page, or one below it, is open; with `end` only for exactly that address, or what it
 * covers.
 */
export function NavLink({ end, covers, ...rest }: NavLinkProps) {
  const { pathname } = useLocation();
  const isOpen =
    pathname === rest.to ||
    [...(end ? [] : [rest.to]), ...(covers ?? [])].some((path) => `${pathname}/`.startsWith(`${path}/`));
  return <Link aria-current={isOpen ? 'page' : undefined} {...rest} />;
}
