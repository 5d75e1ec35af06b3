package org.bipj.net.ucx;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import org.bipj.core.machine.HostSystem;
import org.bipj.core.nic.PortException;
import org.bipj.net.address.NetVariables;

/**
 * Finds libucp at run time, 1.13 or later: this transport uses persistent and aligned active messages. Linux on x86-64 and
 * AArch64, where pointers and {@code size_t} have 64 bits.
 */
public final class UcxLibrary {
    /** Name of the library where none is given: found as the dynamic linker finds it. */
    public static final String NAME = "libucp.so.0";

    private static final String VERSION = "ucp_get_version_string";
    private static final int MAJOR = 1;
    private static final int MINOR = 13;

    /** What was found when the library was loaded; null before. */
    private static Found loaded;

    private UcxLibrary() {}

    /**
     * A library that was looked for.
     *
     * @param symbols null if it cannot be used
     * @param version such as 1.13.1; null if it is unknown
     * @param problem why it cannot be used; null if it can
     */
    record Found(SymbolLookup symbols, String version, String problem) {}

    /**
     * Why UCX cannot be used in this process; null if it can. Loads the library.
     *
     * @param name file name or path of libucp; null or empty for {@link #NAME}
     */
    public static synchronized String problem(String name) {
        if (loaded == null) {
            Found found = find(name == null || name.isEmpty() ? NAME : name);
            if (found.problem != null) {
                return found.problem;
            }
            loaded = found;
        }
        return null;
    }

    /** Looks for a library and loads it. */
    static Found find(String file) {
        if (!UcxLibrary.class.getModule().isNativeAccessEnabled()) {
            return without("native access is not enabled; expected the JVM option --enable-native-access=ALL-UNNAMED");
        }
        String system = NetVariables.property(NetVariables.SYSTEM);
        String architecture = NetVariables.property(NetVariables.ARCHITECTURE);
        if (HostSystem.isPortable() || !architecture.matches("amd64|x86_64|aarch64")) {
            return without("expected Linux on x86-64 or AArch64, and this is " + system + " on " + architecture);
        }
        prepareEnvironment();
        SymbolLookup symbols;
        try {
            symbols = lookup(file);
        } catch (IllegalArgumentException e) {
            return without(file + " was not found (the package libucx0 of Debian and Ubuntu has it)");
        }
        if (symbols.find(VERSION).isEmpty()) {
            return without(file + " is no libucp: it has no " + VERSION);
        }
        String has = version(symbols);
        String[] numbers = has.split("\\.");
        if (Integer.parseInt(numbers[0]) != MAJOR || Integer.parseInt(numbers[1]) < MINOR) {
            return without(
                    file + " is UCX " + has + "; expected " + MAJOR + "." + MINOR + " or a later " + MAJOR + ".x");
        }
        return new Found(symbols, has, null);
    }

    private static Found without(String problem) {
        return new Found(null, null, problem);
    }

    /**
     * The library's symbols.
     *
     * @throws PortException if it cannot be used
     */
    static synchronized SymbolLookup symbols() {
        String problem = problem(NetVariables.value(NetVariables.UCX_LIBRARY));
        if (problem != null) {
            throw new PortException("UCX cannot be used: " + problem);
        }
        return loaded.symbols;
    }

    /** The library's version, such as 1.13.1; null before it was loaded. */
    public static synchronized String version() {
        return loaded == null ? null : loaded.version;
    }

    /**
     * Settings that UCX reads only from the environment:
     *
     * <ul>
     *   <li>libucs takes over SIGSEGV and others when it is loaded, with which a JVM finds null pointers and stops its threads.
     *   <li>UCX 1.13 over TCP ends the process ({@code comp->count > 0}) if the peer dies while the kernel has taken a part of a
     *       message out of the sender's memory. Without vectors UCX copies the message first, and a buffer for a whole frame
     *       keeps it in one piece.
     *   <li>UCX 1.13 over TCP would wait in {@code connect} for minutes where nobody answers.
     *   <li>UCX would end a connection over TCP after 16 s of silence. How long a network may be cut is for the supervisors to
     *       say, whose limit the user sets.
     * </ul>
     */
    private static void prepareEnvironment() {
        MethodHandle setenv = downcall(
                HostSystem.linker().defaultLookup(),
                "setenv",
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
        setEnvironment(setenv, "UCX_ERROR_SIGNALS", "", true);
        setEnvironment(setenv, "UCX_TCP_MAX_IOV", "1", false);
        setEnvironment(setenv, "UCX_TCP_TX_SEG_SIZE", "64k", false);
        setEnvironment(setenv, "UCX_TCP_KEEPIDLE", "7200s", false);
        setEnvironment(setenv, "UCX_TCP_CONN_NB", "y", false);
    }

    private static void setEnvironment(MethodHandle setenv, String name, String value, boolean overwrite) {
        try (Arena arena = Arena.ofConfined()) {
            int ignored =
                    (int) setenv.invokeExact(arena.allocateFrom(name), arena.allocateFrom(value), overwrite ? 1 : 0);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    @SuppressWarnings("restricted")
    private static SymbolLookup lookup(String file) {
        return file.contains("/")
                ? SymbolLookup.libraryLookup(Path.of(file), Arena.global())
                : SymbolLookup.libraryLookup(file, Arena.global());
    }

    @SuppressWarnings("restricted")
    static MethodHandle downcall(
            SymbolLookup in, String name, FunctionDescriptor descriptor, Linker.Option... options) {
        return HostSystem.linker().downcallHandle(in.findOrThrow(name), descriptor, options);
    }

    @SuppressWarnings("restricted")
    private static String version(SymbolLookup in) {
        MethodHandle get = downcall(in, VERSION, FunctionDescriptor.of(ValueLayout.ADDRESS));
        try {
            MemorySegment text = (MemorySegment) get.invokeExact();
            return text.reinterpret(Long.MAX_VALUE).getString(0);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Makes an error of an exception that a call of the library cannot throw. */
    static AssertionError unexpected(Throwable e) {
        if (e instanceof RuntimeException exception) {
            throw exception;
        }
        if (e instanceof Error error) {
            throw error;
        }
        return new AssertionError("a function in C cannot throw", e);
    }
}
