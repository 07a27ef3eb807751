import { coverSources } from './cover-sources.ts';

interface CoverProps {
  src: string;
  /** Above the fold: loads at once and first. */
  eager?: boolean;
  sizes?: string;
  className?: string | undefined;
  /** Empty on cards, where the title says it. */
  alt?: string;
}

/** A 16:9 cover that fills its box; the box reserves the space. */
export function Cover({ src, eager = false, sizes = '100vw', className, alt = '' }: CoverProps) {
  const srcSet = coverSources(src);
  return (
    <img
      src={src}
      {...(srcSet ? { srcSet, sizes } : {})}
      alt={alt}
      width={640}
      height={360}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
      className={className}
      style={{ width: '100%', height: '100%', objectFit: 'cover' }}
    />
  );
}
