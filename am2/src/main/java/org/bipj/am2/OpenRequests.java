package org.bipj.am2;

import java.util.Arrays;
import org.bipj.core.nic.EndpointName;

/**
 * Requests that are outstanding, by the endpoint that they went to. A request that is returned because no board answered
 * may have been handled, and its reply, which brings its credit, may have come before. The same credit must not come
 * twice: an endpoint gives back no more credits than there are requests to it. Where a request comes back as unreachable
 * in the place of another one to the same endpoint, that one's credit is free.
 */
final class OpenRequests {
    private long[] names = new long[4];
    private int[] requests = new int[4];
    private int count;

    /** Where an endpoint is. Requests may go to one of any generation; replies come from one that has a generation. */
    private int find(long name) {
        long key = EndpointName.place(name);
        int at = 0;
        while (at < count && names[at] != key) {
            at++;
        }
        return at;
    }

    /** Counts a request that is sent to an endpoint. */
    void sent(long name) {
        int at = find(name);
        if (at == names.length) {
            names = Arrays.copyOf(names, 2 * count);
            requests = Arrays.copyOf(requests, 2 * count);
        }
        if (at == count) {
            names[at] = EndpointName.place(name);
            requests[at] = 0;
            count++;
        }
        requests[at]++;
    }

    /** Credits come back from an endpoint; returns how many of them count. */
    int settled(long name, int credits) {
        int at = find(name);
        if (at == count) {
            return 0;
        }
        int counted = Math.min(requests[at], credits);
        requests[at] -= counted;
        if (requests[at] == 0) {
            names[at] = names[--count];
            requests[at] = requests[count];
        }
        return counted;
    }
}
