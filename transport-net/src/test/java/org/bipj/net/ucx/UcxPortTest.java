package org.bipj.net.ucx;

import org.bipj.testkit.Fabric;
import org.bipj.testkit.PortContract;

/** The port's contract over UCX's TCP. */
class UcxPortTest extends PortContract {
    @Override
    protected Fabric fabric(int ranks) {
        return UcxFabric.stepped(ranks);
    }
}
