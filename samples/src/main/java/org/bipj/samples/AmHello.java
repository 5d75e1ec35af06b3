package org.bipj.samples;

import org.bipj.am2.ActiveMessages;
import org.bipj.am2.AmEndpoint;
import org.bipj.am2.AmGroup;
import org.bipj.am2.Bundle;
import org.bipj.am2.BundleMode;

/**
 * The smallest program with Active Messages: each rank asks the next one. It is the one in docs/SAMPLES.md.
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
            endpoint.setHandler(1, request -> request.reply(2, am.rank(), request.argument(0) + 1));
            endpoint.setHandler(
                    2, reply -> System.out.println("rank " + reply.argument(0) + " answers " + reply.argument(1)));
            endpoint.setTag(7);
            AmGroup group = AmGroup.join(bundle);
            group.map(endpoint); // entry i of its table: the endpoint of rank i
            endpoint.request((am.rank() + 1) % am.size(), 1, 41);
            while (endpoint.outstanding() > 0) {
                bundle.pollOrIdle();
            }
            group.barrier(); // all ranks have their answers
            group.close();
        }
    }
}
