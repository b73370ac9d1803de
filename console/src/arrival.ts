import { useEffect, useRef, useState } from 'react';
import { redeemCode } from './client.js';
import type { Connection } from './connection.js';
import { useHash } from './route.js';
import { session } from './session.js';

const CODE = /^#code=([\w-]+)$/;

export type Arrival = 'none' | 'under way' | 'refused';

interface ArrivalEvents {
  /** Somebody was signed in by the link. */
  readonly onSignIn: (token: string) => Promise<void>;
  /** Somebody who had signed in before has loaded the page again. */
  readonly onReturn: (token: string) => void;
}

/**
 * Somebody came by the link that the start of the service printed, or was here before. The code is taken out of the address
 * before anything else happens, so that neither the history nor a bookmark keeps it.
 */
export function useArrival(connection: Connection, { onSignIn, onReturn }: ArrivalEvents): Arrival {
  const hash = useHash();
  const [arrival, setArrival] = useState<Arrival>('under way');
  const hasArrived = useRef(false);
  useEffect(() => {
    const code = CODE.exec(hash)?.[1];
    if (code === undefined && hasArrived.current) return;
    hasArrived.current = true;
    if (code === undefined) {
      session.token().then((token) => {
        if (token !== undefined) onReturn(token);
        setArrival('none');
      });
      return;
    }
    history.replaceState(null, '', '#/');
    setArrival('under way');
    redeemCode(code, connection).then(
      async (token) => {
        await onSignIn(token);
        setArrival('none');
      },
      () => setArrival('refused'),
    );
  }, [hash, connection, onSignIn, onReturn]);
  return arrival;
}
