package org.bipj.launch.hosted.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The JDK's classes that ranks define for themselves use nothing that programs cannot, but what has a substitute. */
class RelocationTest {
    private static final Map<String, String> SUBSTITUTES = Replacements.RELOCATED.substitutes();

    private static boolean isMoved(String name) {
        int nested = name.indexOf('$');
        return Replacements.RELOCATED.roots().contains(nested < 0 ? name : name.substring(0, nested));
    }

    @Test
    @Tag("tier2")
    void movedClassesUseOnlyWhatIsExportedOrHasASubstitute() throws Exception {
        Set<String> missing = new TreeSet<>();
        Set<String> seen = new TreeSet<>();
        for (String module : List.of("java.base", "java.sql")) {
            ModuleReference reference = ModuleFinder.ofSystem().find(module).orElseThrow();
            try (ModuleReader reader = reference.open()) {
                for (String path :
                        reader.list().filter(each -> each.endsWith(".class")).toList()) {
                    String name = path.substring(0, path.length() - ".class".length());
                    if (isMoved(name)) {
                        seen.add(name);
                        missing.addAll(missing(reader.open(path).orElseThrow().readAllBytes()));
                    }
                }
            }
        }
        assertEquals(Set.of(), missing);
        assertEquals(
                Replacements.RELOCATED.roots(),
                seen.stream().filter(name -> name.indexOf('$') < 0).collect(Collectors.toSet()));
    }

    /** Members of a class's constant pool that the class cannot use in another package. */
    private static List<String> missing(byte[] file) throws IOException, ClassNotFoundException {
        List<String> missing = new ArrayList<>();
        for (PoolEntry entry : ClassFile.of().parse(file).constantPool()) {
            if (entry instanceof MemberRefEntry member) {
                String owner = member.owner().asInternalName();
                String used = owner + "." + member.name().stringValue()
                        + member.type().stringValue();
                if (SUBSTITUTES.containsKey(owner) ? !has(SUBSTITUTES.get(owner), member) : isInternal(owner)) {
                    missing.add(used);
                }
            }
        }
        return missing;
    }

    private static boolean isInternal(String owner) {
        return owner.startsWith("jdk/internal/") || owner.startsWith("sun/");
    }

    private static boolean has(String substitute, MemberRefEntry member) throws ClassNotFoundException {
        return Arrays.stream(Class.forName(substitute.replace('/', '.')).getMethods())
                .anyMatch(method -> method.getName().equals(member.name().stringValue())
                        && Arrays.stream(method.getParameterTypes())
                                .map(Class::descriptorString)
                                .collect(Collectors.joining("", "(", ")"))
                                .equals(member.type().stringValue().replaceAll("\\).*", ")")));
    }
}
