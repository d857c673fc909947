/**
 * A session that has ended under unsaved text is taken up again where it ended: calls that the host answers with 401
 * wait here while the frame (components/shell/session-lost.tsx) asks the person to sign in.
 */
type Waiting = { promise: Promise<boolean>; resolve: (back: boolean) => void };

let waiting: Waiting | null = null;
/** Somebody wants to look at their text first: only their next act asks again. */
let declined = false;
const listeners = new Set<() => void>();

export const sessionLost = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: () => waiting !== null,
  getOnServer: () => false,
  /** `back`: the same person is signed in again. */
  answer(back: boolean) {
    declined = !back;
    waiting?.resolve(back);
    set(null);
  },
};

/** Resolves to whether the call may be made again; at once where nobody can be asked. */
export function sessionBack(act: boolean): Promise<boolean> {
  if (listeners.size === 0 || (declined && !act)) return Promise.resolve(false);
  if (!waiting) set(Promise.withResolvers<boolean>());
  return waiting?.promise ?? Promise.resolve(false);
}

function set(next: Waiting | null) {
  waiting = next;
  for (const listener of listeners) listener();
}
