import type { ReactNode } from 'react';
import { Link } from '#web/shared/ui/Link.tsx';

/** A link of the configuration: inside the product by its path, else out of it and in a new tab. */
export function OutLink({
  to,
  className,
  children,
}: {
  to: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  if (to.startsWith('/'))
    return (
      <Link to={to} className={className}>
        {children}
      </Link>
    );
  const sameTab = to.startsWith('mailto:') ? {} : { target: '_blank', rel: 'noopener noreferrer' };
  return (
    <a href={to} className={className} {...sameTab}>
      {children}
    </a>
  );
}
