package org.bipj.samples;

import org.bipj.am2.ActiveMessages;
import org.bipj.am2.AmEndpoint;
import org.bipj.am2.Bundle;
import org.bipj.am2.BundleMode;

/**
 * The smallest program with Active Messages: each rank asks the next one. It is the one in the README.
 *
 * <pre>{@code ./bipj sample am-hello -n 2}</pre>
 */
public final class AmHello {
    private AmHello() {}

    /** Runs the program; it takes no arguments. */
    public static void main(String[] args) {
        try (ActiveMessages am = ActiveMessages.init()) {
            Bundle bundle = am.allocateBundle(BundleMode.SEQUENTIAL);
            AmEndpoint endpoint = bundle.allocateEndpoint();
            int[] handled = new int[1];
            endpoint.setHandler(1, request -> {
                request.reply(2, am.rank(), request.argument(0) + 1);
                handled[0]++;
            });
            endpoint.setHandler(2, reply -> {
                System.out.println("rank " + reply.argument(0) + " answers " + reply.argument(1));
                handled[0]++;
            });
            endpoint.setTag(7);
            endpoint.map(0, (am.rank() + 1) % am.size(), 7);
            endpoint.request(0, 1, 41);
            while (handled[0] < 2) {
                bundle.pollOrIdle();
            }
        }
    }
}
