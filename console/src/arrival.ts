import { useEffect, useState } from 'react';
import { redeemCode } from './client.js';
import type { Connection } from './connection.js';
import { useHash } from './route.js';

const CODE = /^#code=([\w-]+)$/;

export type Arrival = 'none' | 'under way' | 'refused';

/**
 * Somebody came by the link that the start of the service printed. The code is taken out of the address before anything else
 * happens, so that neither the history nor a bookmark keeps it.
 */
export function useArrival(connection: Connection, onEnter: (token: string) => void): Arrival {
  const hash = useHash();
  const [arrival, setArrival] = useState<Arrival>(CODE.test(hash) ? 'under way' : 'none');
  useEffect(() => {
    const code = CODE.exec(hash)?.[1];
    if (code === undefined) return;
    history.replaceState(null, '', '#/');
    setArrival('under way');
    redeemCode(code, connection).then(
      (token) => {
        setArrival('none');
        onEnter(token);
      },
      () => setArrival('refused'),
    );
  }, [hash, connection, onEnter]);
  return arrival;
}
