package org.bipj.launch.hosted.loader;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.constant.ClassDesc;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.bipj.launch.hosted.copies.ClassWords;

/**
 * Classes of the JDK that each rank defines for itself under another name, rewritten as the program's, which refers to them by
 * that name: their static fields are the rank's own, and they wait in virtual time. The JDK's own classes keep to those of the
 * JDK, so that only such are moved as programs do not pass to it.
 *
 * @param guarded classes whose subclasses of that kind each rank defines for itself ({@link GuardedClass})
 * @param roots internal names of the classes; those nested in them are moved, too
 * @param substitutes internal names of classes that moved ones may not use, and of those that they use instead
 */
public record Relocation(Set<Class<?>> guarded, Set<String> roots, Map<String, String> substitutes) {
    /** How the names of moved classes begin. */
    static final String PREFIX = "rank/";

    private static final char NESTED = '$';

    /** True for the internal name of a class under its other name. */
    boolean isMoved(String name) {
        return name.startsWith(PREFIX)
                && (roots.contains(rootOf(name.substring(PREFIX.length()))) || guardedBy(name) != null);
    }

    /** The class of the JDK whose guarded subclass has a name; null if there is none. */
    private Class<?> guardedBy(String name) {
        return guarded.stream()
                .filter(type -> name.equals(nameOfGuarded(type)))
                .findFirst()
                .orElse(null);
    }

    private static String nameOfGuarded(Class<?> type) {
        return PREFIX + ClassWords.nameOf(type);
    }

    /** By internal name of a guarded class its subclass. */
    Map<String, ClassDesc> subclasses() {
        return guarded.stream()
                .collect(Collectors.toMap(ClassWords::nameOf, type -> ClassDesc.ofInternalName(nameOfGuarded(type))));
    }

    private static String rootOf(String name) {
        int nested = name.indexOf(NESTED);
        return nested < 0 ? name : name.substring(0, nested);
    }

    /** By internal name of a moved class its other name. */
    Map<String, String> names() {
        return roots.stream().collect(Collectors.toMap(root -> root, root -> PREFIX + root));
    }

    /**
     * A guarded subclass by its internal name; null: it is none.
     *
     * @param monitors for {@link GuardedClass#of}
     */
    byte[] guarded(String name, ClassDesc monitors) {
        Class<?> parent = guardedBy(name);
        return parent == null ? null : GuardedClass.of(parent, name, monitors);
    }

    /** A moved class by its new internal name: as the JDK has it, but for names. */
    byte[] moved(String name) {
        Map<String, String> others = new HashMap<>(substitutes);
        others.putAll(names());
        String path = name.substring(PREFIX.length()) + ".class";
        try (InputStream in = ClassLoader.getSystemResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalStateException("this JDK has no " + path);
            }
            return ClassWords.renamed(in.readAllBytes(), others);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
