import { ActionIcon } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconCheck } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import '#web/shared/styles/components.ts';
import { Dialog } from '#web/shared/ui/Dialog.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { gently } from '#web/shared/motion.ts';
import { placeholders } from './placeholders.ts';
import styles from './ThumbnailsDialog.module.css';
import { createWay } from './carousel-way.ts';

const middleOf = (box: HTMLElement): number => box.offsetLeft + box.offsetWidth / 2;

/** Keeps the chosen one of a row that scrolls sideways in its middle, and chooses what a swipe brings there. */
function useCarousel(index: number, choose: (index: number) => void) {
  const ref = useRef<HTMLDivElement>(null);
  const [way] = useState(createWay);
  const opened = useRef(false);
  const nearest = (row: HTMLElement): number => {
    const middle = row.scrollLeft + row.clientWidth / 2;
    const away = Array.from(row.children, (slide) => Math.abs(middleOf(slide as HTMLElement) - middle));
    return away.indexOf(Math.min(...away));
  };
  useLayoutEffect(() => {
    const row = ref.current;
    const slide = row?.children[index];
    if (!row || !(slide instanceof HTMLElement)) return;
    if (way.aim(index, nearest(row)) || !opened.current)
      row.scrollTo({
        left: middleOf(slide) - row.clientWidth / 2,
        behavior: opened.current ? gently() : 'instant',
      });
    opened.current = true;
  }, [index, way]);
  return {
    ref,
    onPointerDown: way.byHand,
    onWheel: way.byHand,
    onScroll() {
      const passed = ref.current && way.passes(nearest(ref.current));
      if (passed !== null) choose(passed);
    },
  };
}

interface ThumbnailsDialogProps {
  chosen: number;
  onUse: (index: number) => void;
  onClose: () => void;
}

/** "Select thumbnails": our own three pictures, one in the middle. */
export function ThumbnailsDialog(props: ThumbnailsDialogProps) {
  const { t } = useTranslation('publish');
  return (
    <Dialog title={t('cover.thumbnails')} onClose={props.onClose} size={1250}>
      <Carousel {...props} />
    </Dialog>
  );
}

/** What is in the middle is chosen: by arrow keys, by the buttons, by a press on a picture or by swiping. */
function Carousel({ chosen, onUse }: ThumbnailsDialogProps) {
  const { t } = useTranslation('publish');
  const [index, setIndex] = useState(chosen);
  const count = placeholders.length;
  const { ref, ...track } = useCarousel(index, setIndex);
  const step = (by: 1 | -1) => setIndex((index + by + count) % count);
  return (
    <>
      <fieldset className={styles.options}>
        <legend className="fr-visually-hidden">{t('cover.options')}</legend>
        <div ref={ref} className={styles.track} {...track}>
          {placeholders.map((src, i) => (
            <label key={src} className={`${styles.option} ${i === index ? styles.on : ''}`}>
              <input
                type="radio"
                name="thumbnail"
                checked={i === index}
                data-autofocus={i === chosen || undefined}
                onChange={() => setIndex(i)}
                className="fr-visually-hidden"
              />
              <img src={src} alt={t('cover.option', { number: i + 1 })} width={640} height={360} />
              {i === index && (
                <span className={styles.mark} aria-hidden="true">
                  <IconCheck size={18} stroke={2.4} />
                </span>
              )}
            </label>
          ))}
        </div>
      </fieldset>
      <div className={styles.foot}>
        <div className={styles.steps}>
          <ActionIcon variant="default" size={44} radius={999} aria-label={t('cover.back')} onClick={() => step(-1)}>
            <IconArrowLeft size={20} stroke={2} />
          </ActionIcon>
          <span role="status" className={styles.at}>
            {t('cover.at', { number: index + 1, count })}
          </span>
          <ActionIcon variant="default" size={44} radius={999} aria-label={t('cover.forward')} onClick={() => step(1)}>
            <IconArrowRight size={20} stroke={2} />
          </ActionIcon>
        </div>
        <Button size="lg" onClick={() => onUse(index)}>
          {t('cover.use')}
        </Button>
      </div>
    </>
  );
}
