import { type ComponentType, type ReactElement, useCallback } from 'react';
import { ConnectionError } from '#client';
import { isThere } from '../client.js';
import { useConnection } from '../context.js';
import { useLoaded } from '../loaded.js';
import { WhenLoaded } from './when-loaded.js';

/** A page whose script comes when it is first opened; without a connection it comes with the next one. */
export function lazyPage<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactElement {
  let page: ComponentType<Props> | undefined;
  return function LazyPage(props) {
    const connection = useConnection();
    const loaded = useLoaded(
      useCallback(async () => {
        try {
          if (page === undefined) {
            // Chromium never asks again for a script that did not come: it is asked for when somebody is there to answer.
            await isThere();
            page = await load();
          }
          return page;
        } catch (cause) {
          connection.unanswered();
          throw new ConnectionError('The script of this page did not come.', { cause });
        }
      }, [connection]),
    );
    return <WhenLoaded loaded={loaded}>{(Page) => <Page {...props} />}</WhenLoaded>;
  };
}
