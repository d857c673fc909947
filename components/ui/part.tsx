import {
  Component,
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from "react";
import { checkBuild, pageState, reload, unsaved } from "#lib/page-state.ts";
import { inTime, stored } from "#lib/stored-code.ts";
import { AlertDialog } from "./alert-dialog.tsx";
import { Button } from "./button.tsx";
import { useStore } from "./use-store.ts";

type Options<P> = {
  until?: (props: P) => ReactNode;
  /** If loading fails; by default a dialog or a line that says so. */
  without?: (props: P) => ReactNode;
};

type PropsOf<C> = C extends ComponentType<infer P extends object> ? P : never;

type Source<P> = Options<P> & { load: () => Promise<unknown>; current: ComponentType<P> };

/** The code couldn't be loaded. Other errors of the component aren't caught here. */
class Missing extends Error {}

const isMissing = (caught: unknown) => caught instanceof Missing;

/** Stores code in an idle moment, loads it when a pointer comes near (`load`). With `onClose` it is an overlay. */
export function part<M extends { [K in N]: ComponentType<never> }, N extends keyof M>(
  loadModule: () => Promise<M>,
  name: N,
  options: Options<PropsOf<M[N]>> = {},
) {
  type P = PropsOf<M[N]>;
  const load = () => inTime(loadModule()).then((module) => module[name] as ComponentType<P>);
  // React caches a failed import forever, so each attempt creates a new one.
  const begin = (): ComponentType<P> =>
    lazy(() =>
      load().then(
        (code) => ({ default: code }),
        (cause) => {
          checkBuild(cause);
          source.current = begin();
          throw new Missing("A part of the screen could not be loaded", { cause });
        },
      ),
    );
  const source: Source<P> = { ...options, load, current: begin() };
  stored(load);
  const loadNow = () => void load().catch(() => {});
  return Object.assign((props: P) => <Shown source={source} props={props} />, {
    load: loadNow,
    near: { onPointerEnter: loadNow, onFocus: loadNow },
  });
}

function Shown<P extends object>({ source, props }: { source: Source<P>; props: P }) {
  const { load, until, without } = source;
  const [Code, setCode] = useState<ComponentType<P>>(() => source.current);
  const { onClose } = props as { onClose?: () => void };

  async function retry() {
    await load();
    setCode(() => source.current);
  }

  return (
    <Net
      missing={(recovered) => (
        <Unloaded retry={() => retry().then(recovered)} onClose={onClose}>
          {without?.(props)}
        </Unloaded>
      )}
    >
      <Suspense fallback={until?.(props)}>
        <Code {...props} />
      </Suspense>
    </Net>
  );
}

type NetProps = { missing: (recovered: () => void) => ReactNode; children: ReactNode };

class Net extends Component<NetProps, { caught: unknown }> {
  override state = { caught: null };

  static getDerivedStateFromError(caught: unknown) {
    return { caught };
  }

  override render() {
    const { caught } = this.state;
    if (caught === null) return this.props.children;
    if (!isMissing(caught)) throw caught;
    return this.props.missing(() => this.setState({ caught: null }));
  }
}

type UnloadedProps = { retry: () => Promise<void>; onClose?: () => void; children?: ReactNode };

const TITLE = "This could not be loaded";

/** Retries when the browser is online again; an outdated build needs a reload, which waits for unsaved text. */
function Unloaded({ retry, onClose, children }: UnloadedProps) {
  const [busy, setBusy] = useState(false);
  const { isOutdated } = useStore(pageState);
  const mayReload = isOutdated && unsaved.size === 0;

  async function tryAgain() {
    setBusy(true);
    await retry().catch(() => setBusy(false));
  }

  const latest = useRef(tryAgain);
  latest.current = tryAgain;
  useEffect(() => {
    const onOnline = () => void latest.current();
    window.addEventListener("online", onOnline);
    return () => window.removeEventListener("online", onOnline);
  }, []);

  if (children !== undefined) return children;
  const buttons = (
    <>
      {mayReload && <Button onClick={reload}>Reload</Button>}
      <Button onClick={() => busy || tryAgain()} busy={busy}>
        Try again
      </Button>
    </>
  );
  const why = isOutdated
    ? `A new version is here. ${mayReload ? "Reload to get it." : "Save or discard what you typed, then reload."}`
    : "Your changes are still here. Check your connection and try again.";
  if (!onClose) {
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3 text-sm">
        {TITLE}. {isOutdated && why} {buttons}
      </div>
    );
  }
  return (
    <AlertDialog title={TITLE} text={why} onClose={onClose}>
      {buttons}
      <Button onClick={onClose}>Close</Button>
    </AlertDialog>
  );
}
