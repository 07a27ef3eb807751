import '#web/shared/styles/components.ts';
import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import styles from './Dialog.module.css';
import { useFocusBack } from './use-focus-back.ts';

interface DialogProps {
  title: ReactNode;
  onClose: () => void;
  /** Width on desktop; phones get the full screen. */
  size?: number;
  /** Small ones stay a card on phones, too. */
  fullScreenOnPhone?: boolean;
  /** False while something runs that must not be interrupted. */
  closable?: boolean;
  /** A form half filled in is not lost by a stray tap. */
  closeOnClickOutside?: boolean;
  children: ReactNode;
}

/**
 * A dialog with a title and a close button: a card of `size` px, a full screen on phones. Focus goes to what is
 * marked `data-autofocus`: its first field.
 */
export function Dialog({
  title,
  onClose,
  size = 480,
  fullScreenOnPhone = true,
  closable = true,
  closeOnClickOutside = true,
  children,
}: DialogProps) {
  const { t } = useTranslation();
  useFocusBack();
  const narrow = useMediaQuery('(max-width: 36em)', false, { getInitialValueInEffect: false });
  const fullScreen = narrow && fullScreenOnPhone;
  const padding = narrow ? 16 : 24;
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={size}
      fullScreen={fullScreen}
      centered
      padding={padding}
      radius={fullScreen ? 0 : 'lg'}
      closeOnClickOutside={closable && closeOnClickOutside}
      closeOnEscape={closable}
    >
      <Modal.Overlay backgroundOpacity={0.62} color="var(--fr-stage)" blur={6} />
      <Modal.Content className={styles.content ?? ''} style={{ '--foot-padding': `${padding}px` }}>
        <div className={styles.head} style={{ padding: `${padding}px ${padding}px 16px` }}>
          <Modal.Title className={styles.title}>{title}</Modal.Title>
          <Modal.CloseButton
            className={styles.close ?? ''}
            size={40}
            iconSize={24}
            radius={999}
            aria-label={t('close')}
            disabled={!closable}
          />
        </div>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** What a dialog asks for in the end, its price and its button: stays in sight while what is above it scrolls. */
export const DialogFoot = ({ children }: { children: ReactNode }) => <div className={styles.foot}>{children}</div>;
