package org.bipj.launch.hosted.loader;

import java.lang.constant.ClassDesc;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How threads of a program become the rank's own.
 *
 * @param classes by internal name of a JDK's class the one that takes its place, as a class and as a superclass; it is a
 *     subclass and has the same constructors
 * @param threadBody name that {@code run} gets in subclasses of {@link Thread}
 * @param monitors has the static methods {@code enter} and {@code exit}, called with the object before its monitor is
 *     entered and left
 * @param relocation the JDK's classes that each rank defines for itself
 * @param renamed by internal name of a JDK's class the name of one that stands for it everywhere, with the same methods
 */
public record ThreadRules(
        Map<String, ClassDesc> classes,
        String threadBody,
        ClassDesc monitors,
        Relocation relocation,
        Map<String, String> renamed) {
    /** Rules by which a rank defines classes of the JDK for itself, and no class takes another one's place but those. */
    public static ThreadRules of(String threadBody, Class<?> monitors, Relocation relocation) {
        return new ThreadRules(
                relocation.subclasses(), threadBody, ClassDesc.of(monitors.getName()), relocation, Map.of());
    }

    /** These rules, and classes that take the places of their superclasses. */
    public ThreadRules with(List<Class<?>> subclasses) {
        Map<String, ClassDesc> all = new HashMap<>(classes);
        subclasses.forEach(by -> all.put(internalName(by.getSuperclass()), ClassDesc.of(by.getName())));
        return new ThreadRules(Map.copyOf(all), threadBody, monitors, relocation, renamed);
    }

    /** These rules, and a class that stands for one of the JDK's. */
    public ThreadRules renaming(Class<?> ofJdk, Class<?> by) {
        Map<String, String> all = new HashMap<>(renamed);
        all.put(internalName(ofJdk), internalName(by));
        return new ThreadRules(classes, threadBody, monitors, relocation, Map.copyOf(all));
    }

    /** The class with the names of those that stand for others. */
    byte[] renamedIn(byte[] file) {
        return renamed.isEmpty() ? file : ClassWords.with(file, word -> {
            String changed = word;
            if (word.contains("java/")) {
                for (Map.Entry<String, String> one : renamed.entrySet()) {
                    changed = Relocation.renamed(changed, one.getKey(), one.getValue());
                }
            }
            return changed;
        });
    }

    private static String internalName(Class<?> type) {
        return type.getName().replace('.', '/');
    }
}
