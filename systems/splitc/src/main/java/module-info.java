/** Split-C's global address space. Programs see package {@code org.bipj.splitc}. */
module org.bipj.splitc {
    requires transitive org.bipj.core;
    requires org.bipj.am2;
    requires org.bipj.ssam;

    exports org.bipj.splitc;
}
