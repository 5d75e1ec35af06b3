/** LCI: packets with upcalls, multicast and counters. Programs see package {@code org.bipj.lci}. */
module org.bipj.lci {
    requires transitive org.bipj.core;

    exports org.bipj.lci;
}
