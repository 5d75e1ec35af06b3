/** The parallel-programming systems that ran on LCI: Panda, Orca, CRL and Multigame, a package each. */
module org.bipj.pps {
    requires transitive org.bipj.core;
    requires transitive org.bipj.lci;

    exports org.bipj.crl;
    exports org.bipj.multigame;
    exports org.bipj.orca;
    exports org.bipj.panda;
}
