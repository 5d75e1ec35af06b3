/** Active Messages II with virtual networks. Programs see package {@code org.bipj.am2}. */
@SuppressWarnings("module") // The digit is that of the system's name.
module org.bipj.am2 {
    requires transitive org.bipj.core;

    exports org.bipj.am2;
}
