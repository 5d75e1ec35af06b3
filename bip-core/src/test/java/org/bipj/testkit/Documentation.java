package org.bipj.testkit;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * Finds public types and methods without a Javadoc comment. doclint can do so only together with a tag for every
 * parameter and result, which makes comments that restate names.
 *
 * <p>Exempt: overriding methods, constructors without parameters, fields, and what a private or package-private type holds.
 */
public final class Documentation {
    private Documentation() {}

    /**
     * Public types and methods without a comment.
     *
     * @param sources root of a source tree
     * @return one line each: file, line, name
     */
    public static List<String> missing(Path sources) {
        try (Stream<Path> files = Files.walk(sources)) {
            return missing(files.filter(Documentation::isSource).sorted().toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isSource(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(".java") && !name.equals("module-info.java");
    }

    private static List<String> missing(List<Path> files) throws IOException {
        if (files.isEmpty()) {
            return List.of();
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (var manager = compiler.getStandardFileManager(null, null, null)) {
            var units = manager.getJavaFileObjectsFromPaths(files);
            var task = (JavacTask) compiler.getTask(null, manager, null, null, null, units);
            var visitor = new Visitor(DocTrees.instance(task));
            visitor.scan(task.parse(), null);
            return visitor.found;
        }
    }

    private static final class Visitor extends TreePathScanner<Void, Void> {
        private final List<String> found = new ArrayList<>();
        private final DocTrees trees;

        Visitor(DocTrees trees) {
            this.trees = trees;
        }

        @Override
        public Void visitClass(ClassTree type, Void ignored) {
            if (!isPublic(type.getModifiers())) {
                return null;
            }
            check(type, type.getSimpleName().toString());
            return super.visitClass(type, ignored);
        }

        @Override
        public Void visitMethod(MethodTree method, Void ignored) {
            boolean trivial =
                    method.getReturnType() == null && method.getParameters().isEmpty();
            boolean overrides = method.getModifiers().getAnnotations().stream()
                    .anyMatch(a -> a.getAnnotationType().toString().equals("Override"));
            if (isPublic(method.getModifiers()) && !trivial && !overrides) {
                check(method, method.getName().toString());
            }
            return null;
        }

        private boolean isPublic(ModifiersTree modifiers) {
            Set<Modifier> flags = modifiers.getFlags();
            if (flags.contains(Modifier.PUBLIC) || flags.contains(Modifier.PROTECTED)) {
                return true;
            }
            Tree holder = getCurrentPath().getParentPath().getLeaf();
            return holder.getKind() == Tree.Kind.INTERFACE && !flags.contains(Modifier.PRIVATE);
        }

        private void check(Tree tree, String name) {
            if (trees.getDocComment(getCurrentPath()) == null) {
                CompilationUnitTree unit = getCurrentPath().getCompilationUnit();
                long start = trees.getSourcePositions().getStartPosition(unit, tree);
                long line = unit.getLineMap().getLineNumber(start);
                found.add(Path.of(unit.getSourceFile().getName()) + ":" + line + " " + name);
            }
        }
    }
}
