package org.bipj.net.remote;

import java.util.Arrays;
import org.bipj.core.nic.PacketSink;

/** Cookies of puts that are complete and have not been reported. */
public final class Completions {
    private long[] cookies = new long[4];
    private int count;

    /** Creates a list in which nothing is complete. */
    public Completions() {}

    /** Adds the cookie of a put that is complete. */
    public void add(long cookie) {
        if (count == cookies.length) {
            cookies = Arrays.copyOf(cookies, 2 * count);
        }
        cookies[count++] = cookie;
    }

    /** True if nothing is to be reported. */
    public boolean isEmpty() {
        return count == 0;
    }

    /** Reports them in their order, and returns their number. */
    public int report(PacketSink sink) {
        int reported = 0;
        try {
            // The sink's answer may complete another one.
            while (reported < count) {
                sink.onCompletion(cookies[reported++]);
            }
        } finally {
            count -= reported;
            System.arraycopy(cookies, reported, cookies, 0, count);
        }
        return reported;
    }
}
