package org.bipj.reproduce.lci;

import java.util.List;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Lab;

/** Where LCI's protocols run: which of table 1's implementations. */
public enum Placement {
    /** Credits without retransmission; boards forward multicasts. */
    NONE_NI("none", "ni"),
    /** Credits without retransmission; hosts forward multicasts. */
    NONE_HOST("none", "host"),
    /** Boards retransmit, and forward multicasts. */
    NI_NI("ni", "ni"),
    /** Boards retransmit; hosts forward multicasts. */
    NI_HOST("ni", "host"),
    /** Hosts retransmit, and forward multicasts. */
    HOST_HOST("host", "host");

    /** One placement of each reliability scheme, for what is not forwarded. */
    static final List<Placement> SCHEMES = List.of(NONE_NI, NI_NI, HOST_HOST);

    /** The smaller packet size of table 3. */
    public static final int KILOBYTE = 1024;

    /** The packet sizes of table 3. */
    public static final List<Integer> PACKETS = List.of(KILOBYTE, 2 * KILOBYTE);

    /** How the names of results mention this placement. */
    public final String text;

    private final String retransmission;
    private final String multicast;

    Placement(String retransmission, String multicast) {
        this.retransmission = retransmission;
        this.multicast = multicast;
        text = retransmission + "+" + multicast;
    }

    /** The name of its reliability scheme: what counts where nothing is forwarded. */
    String scheme() {
        return retransmission;
    }

    /** The paper's cluster with boards of this kind, which reserve no buffers by depth. */
    public Cluster cluster(Lab lab, int packetBytes) {
        return lab.cluster(Lab.DAS)
                .with("nic.firmware", "lci")
                .with("lci.retransmission", retransmission)
                .with("lci.multicast", multicast)
                .with("lci.reserve", "off")
                .with("lci.packet", String.valueOf(packetBytes));
    }
}
