import { type ComponentType, type ReactElement, useCallback } from 'react';
import { ConnectionError } from '#client';
import { useConnection } from '../context.js';
import { useLoaded } from '../loaded.js';
import { WhenLoaded } from './when-loaded.js';

/** A page whose script comes when it is first opened; without a connection it comes with the next one. */
export function lazyPage<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactElement {
  return function LazyPage(props) {
    const connection = useConnection();
    const loaded = useLoaded(
      useCallback(async () => {
        try {
          return await load();
        } catch (cause) {
          connection.unanswered();
          throw new ConnectionError('The script of this page did not come.', { cause });
        }
      }, [connection]),
    );
    return <WhenLoaded loaded={loaded}>{(Page) => <Page {...props} />}</WhenLoaded>;
  };
}
