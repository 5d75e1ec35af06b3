package org.bipj.launch.contract;

import org.bipj.am2.ActiveMessages;
import org.bipj.am2.AmEndpoint;
import org.bipj.am2.Bundle;
import org.bipj.am2.BundleMode;

/** Rank 1 dies in the handler of a request, and rank 0 waits for the answer. */
public final class AmDying {
    private AmDying() {}

    /** Runs the program. */
    public static void main(String[] args) {
        try (ActiveMessages am = ActiveMessages.init()) {
            Bundle bundle = am.allocateBundle(BundleMode.SEQUENTIAL);
            AmEndpoint endpoint = bundle.allocateEndpoint();
            endpoint.setTag(7);
            endpoint.map(0, 1 - am.rank(), 7);
            endpoint.setHandler(1, message -> Runtime.getRuntime().halt(41));
            if (am.rank() == 0) {
                endpoint.request(0, 1);
            }
            while (true) {
                bundle.pollOrIdle();
            }
        }
    }
}
