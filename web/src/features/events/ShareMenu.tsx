import '#web/shared/styles/components.ts';
import { Menu } from '@mantine/core';
import { IconBrandFacebook, IconBrandWhatsapp, IconBrandX, IconMail, IconShare3 } from '@tabler/icons-react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { useOpenInPlace } from '#web/shared/ui/use-open-in-place.ts';

interface ShareMenuProps {
  title: string;
  url: string;
  className: string;
}

/** Places to share an event, for browsers without a share sheet. Plain links, no third-party script. */
export default function ShareMenu({ title, url, className }: ShareMenuProps) {
  const { t } = useTranslation('event');
  const { opened, setOpened, face } = useOpenInPlace();
  const words = encodeURIComponent(title);
  const address = encodeURIComponent(url);
  const places = [
    { name: 'WhatsApp', icon: IconBrandWhatsapp, href: `https://wa.me/?text=${words}%20${address}` },
    { name: 'X', icon: IconBrandX, href: `https://x.com/intent/post?text=${words}&url=${address}` },
    { name: 'Facebook', icon: IconBrandFacebook, href: `https://www.facebook.com/sharer/sharer.php?u=${address}` },
  ];
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom" width={220}>
      <Menu.Target>
        <button ref={face} type="button" className={className}>
          <IconShare3 size={20} stroke={1.7} aria-hidden="true" />
          {t('action.share')}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {places.map(({ name, icon: Icon, href }) => (
          <Menu.Item
            key={name}
            component="a"
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            leftSection={<Icon size={18} stroke={1.7} aria-hidden="true" />}
          >
            {t('action.shareVia', { name })}
          </Menu.Item>
        ))}
        <Menu.Item
          component="a"
          href={`mailto:?subject=${words}&body=${address}`}
          leftSection={<IconMail size={18} stroke={1.7} aria-hidden="true" />}
        >
          {t('action.shareMail')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
