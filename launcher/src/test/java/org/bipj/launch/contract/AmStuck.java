package org.bipj.launch.contract;

import org.bipj.am2.ActiveMessages;
import org.bipj.am2.AmEndpoint;
import org.bipj.am2.Bundle;
import org.bipj.am2.BundleMode;

/** Rank 1 polls another bundle than the one that rank 0 sends requests to, and both wait for ever. */
public final class AmStuck {
    private AmStuck() {}

    /** Runs the program. */
    public static void main(String[] args) {
        try (ActiveMessages am = ActiveMessages.init()) {
            Bundle bundle = am.allocateBundle(BundleMode.SEQUENTIAL);
            AmEndpoint endpoint = bundle.allocateEndpoint();
            endpoint.setHandler(1, message -> {});
            endpoint.setTag(7);
            endpoint.map(0, 1, 7);
            Bundle other = am.allocateBundle(BundleMode.SEQUENTIAL);
            for (int i = 0; am.rank() == 0 && i < 3; i++) {
                endpoint.request(0, 1);
            }
            while (true) {
                (am.rank() == 0 ? bundle : other).pollOrIdle();
            }
        }
    }
}
