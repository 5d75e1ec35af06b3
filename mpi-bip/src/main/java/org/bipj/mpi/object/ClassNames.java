package org.bipj.mpi.object;

import java.lang.module.ModuleFinder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The classes that a pattern of {@link java.io.ObjectInputFilter.Config#createFilter} refuses, by name alone. The JDK's
 * filter looks at classes, which have been loaded by then; this one is consulted before.
 */
final class ClassNames {
    /** A list that accepts the classes of all objects. */
    static final ClassNames ANY = new ClassNames(List.of());

    private enum Match {
        YES,
        NO,
        /** Depends on a module that is not known before the class is loaded. */
        UNKNOWN
    }

    /** One element of a pattern: {@code !java.rmi/*} and the like. */
    private record Element(boolean refuses, String module, String name) {
        Match match(String className) {
            if (!matchesName(className)) {
                return Match.NO;
            }
            return module.isEmpty() ? Match.YES : matchModule(packageOf(className));
        }

        private boolean matchesName(String className) {
            if (name.endsWith(".**")) {
                return className.startsWith(name.substring(0, name.length() - 2));
            }
            if (name.endsWith(".*")) {
                return packageOf(className).equals(name.substring(0, name.length() - 2));
            }
            return name.endsWith("*")
                    ? className.startsWith(name.substring(0, name.length() - 1))
                    : className.equals(name);
        }

        private Match matchModule(String packageName) {
            Optional<Module> loaded = ModuleLayer.boot().findModule(module);
            if (loaded.isPresent()) {
                return loaded.get().getPackages().contains(packageName) ? Match.YES : Match.NO;
            }
            // A module of the JDK that is not in use has no classes.
            return ModuleFinder.ofSystem().find(module).isPresent() ? Match.NO : Match.UNKNOWN;
        }
    }

    private final List<Element> elements;

    private ClassNames(List<Element> elements) {
        this.elements = elements;
    }

    /**
     * The names of a pattern.
     *
     * @param pattern one that the JDK has accepted
     */
    static ClassNames of(String pattern) {
        List<Element> elements = new ArrayList<>();
        for (String element : pattern.split(";")) {
            // Others are limits, and nothing between two semicolons.
            if (!element.isEmpty() && element.indexOf('=') < 0) {
                boolean refuses = element.startsWith("!");
                String rest = refuses ? element.substring(1) : element;
                int slash = rest.indexOf('/');
                elements.add(new Element(refuses, rest.substring(0, Math.max(slash, 0)), rest.substring(slash + 1)));
            }
        }
        return new ClassNames(List.copyOf(elements));
    }

    /**
     * True if the pattern refuses a class, whatever it is: the first element that matches decides.
     *
     * @param className binary name of a class or array class
     */
    boolean refuses(String className) {
        String name = className;
        if (className.startsWith("[")) {
            if (!className.endsWith(";")) {
                // Of a primitive type: there is nothing to load.
                return false;
            }
            name = className.substring(className.lastIndexOf('[') + 2, className.length() - 1);
        }
        for (Element element : elements) {
            Match match = element.match(name);
            if (match != Match.NO) {
                return match == Match.YES && element.refuses();
            }
        }
        return false;
    }

    private static String packageOf(String className) {
        return className.substring(0, Math.max(className.lastIndexOf('.'), 0));
    }
}
