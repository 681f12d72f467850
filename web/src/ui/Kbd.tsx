import classes from './marks.module.css';

const apple = () => /Mac|iPhone|iPad/.test(navigator.platform);

/** A key; "mod" is Ctrl, or Cmd on a Mac. */
export function Kbd(props: { name: string }) {
  return <kbd className={classes.kbd}>{keyName(props.name, apple())}</kbd>;
}

function keyName(name: string, mac: boolean): string {
  if (name === 'mod') return mac ? '⌘' : 'Ctrl';
  return name.length === 1 ? name.toUpperCase() : name;
}
