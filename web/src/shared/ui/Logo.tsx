import styles from './Logo.module.css';

/** Three people, the middle one coral: the front row. */
export function Logo({ size = 22 }: { size?: number }) {
  return (
    <span className={styles.logo} style={{ fontSize: size }}>
      <svg viewBox="0 0 33 25.4" className={styles.mark} aria-hidden="true" focusable="false">
        <g fill="currentColor">
          <circle cx="6.5" cy="8.2" r="3.8" />
          <circle cx="26.3" cy="8.2" r="3.8" />
          <path d="M0 25.400V19a5.600 5.600 0 0 1 5.600-5.600H8.300a10 10 0 0 0-.3 2.300v9.700zM33 25.400V19a5.600 5.600 0 0 0-5.600-5.600h-2.900q.5 1.100.5 2.300v9.700z" />
        </g>
        <g fill="var(--fr-coral)">
          <circle cx="16.500" cy="4.600" r="4.600" />
          <path d="M9.100 25.400v-7a7.300 7.300 0 0 1 14.600 0v7z" />
        </g>
      </svg>
      <span>Frontrow</span>
    </span>
  );
}
